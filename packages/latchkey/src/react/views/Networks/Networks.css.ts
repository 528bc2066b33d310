import { css } from '../../styles/css.js'

export default css`
  .networks {
    display: flex;
    flex-direction: column;
    gap: 12px;
  }
  .networks-family {
    margin: 0;
    padding-inline: 4px;
    color: var(--muted);
    font-size: var(--size-s);
    font-weight: 600;
  }
  .networks-foot {
    display: flex;
    flex-direction: column;
    align-items: center;
    color: var(--muted);
    font-size: var(--size-xs);
    text-align: center;
  }
  .networks-lead {
    color: var(--muted);
    font-size: var(--size-s);
    text-align: center;
    text-wrap: balance;
  }
  .networks-check {
    display: grid;
    color: var(--accent);
  }
`
