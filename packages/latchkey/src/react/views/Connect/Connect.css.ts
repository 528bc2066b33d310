import { css } from '../../styles/css.js'

export default css`
  .connect {
    display: flex;
    flex-direction: column;
    gap: 12px;
  }
  .connect-methods {
    display: flex;
    flex-direction: column;
    gap: 12px;
  }
  .connect-foot {
    display: flex;
    align-items: center;
    justify-content: space-between;
    color: var(--muted);
    font-size: var(--size-s);
  }
  .legal {
    color: var(--muted);
    font-size: var(--size-xs);
    text-align: center;
    text-wrap: balance;
  }
  .legal a {
    color: var(--text);
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  .legal-check {
    display: flex;
    align-items: center;
    gap: 10px;
    min-block-size: 44px;
    padding-inline: 4px;
    color: var(--muted);
    font-size: var(--size-s);
    cursor: pointer;
  }
  .legal-check input {
    inline-size: 20px;
    block-size: 20px;
    accent-color: var(--accent);
  }
  .legal-check a {
    color: var(--text);
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  .blocked {
    opacity: 0.45;
  }
`
