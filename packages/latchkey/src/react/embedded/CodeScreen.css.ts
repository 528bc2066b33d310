import { css } from '../styles/css.js'

export default css`
  .code-screen {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 16px;
    padding-block-start: 8px;
    text-align: center;
  }
  .code-words {
    display: flex;
    flex-direction: column;
    gap: 4px;
    text-wrap: balance;
  }
  .code-email {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .code-note {
    color: var(--muted);
    font-size: var(--size-s);
  }
  .code-status {
    min-block-size: 1.4em;
    color: var(--muted);
    font-size: var(--size-s);
  }
  .code-status[data-state='error'] {
    color: var(--danger);
  }
  .code-foot {
    display: flex;
    align-items: center;
    justify-content: space-between;
    inline-size: 100%;
    color: var(--muted);
    font-size: var(--size-s);
  }
  .code-picture {
    display: grid;
    place-items: center;
    inline-size: 64px;
    block-size: 64px;
    border-radius: var(--radius-full);
    background: var(--accent-soft);
    color: var(--accent);
  }
`
