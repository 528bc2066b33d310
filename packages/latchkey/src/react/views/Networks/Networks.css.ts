import { css } from '../../styles/css.js'

export default css`
  .networks {
    display: flex;
    flex-direction: column;
    gap: 12px;
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
