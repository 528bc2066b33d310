import { css } from '../../styles/css.js'

export default css`
  .waiting {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 16px;
    padding-block-start: 16px;
    text-align: center;
  }
  .waiting-words {
    display: flex;
    flex-direction: column;
    gap: 4px;
    min-block-size: 48px;
  }
  .waiting-title {
    font-weight: 600;
  }
  .waiting-title[data-state='error'] {
    color: var(--danger);
  }
  .waiting-facts {
    font-size: var(--size-s);
    text-wrap: balance;
    overflow-wrap: anywhere;
  }
  .waiting-text {
    color: var(--muted);
    font-size: var(--size-s);
    text-wrap: balance;
  }
  .waiting-actions {
    display: flex;
    flex-direction: column;
    gap: 8px;
    inline-size: 100%;
  }
  .get-wallet {
    display: flex;
    align-items: center;
    justify-content: space-between;
    inline-size: 100%;
    min-block-size: 48px;
    padding-inline: 14px 6px;
    border-radius: var(--radius);
    background: var(--raised);
    color: var(--muted);
    font-size: var(--size-s);
  }
  .get-wallet .button {
    background: var(--surface);
    color: var(--text);
  }
`
