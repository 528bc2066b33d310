import { css } from '../../styles/css.js'

export default css`
  .field {
    display: flex;
    align-items: center;
    gap: 8px;
    block-size: 44px;
    padding-inline: 14px 4px;
    border-radius: var(--radius-control);
    background: var(--sunken);
    color: var(--muted);
  }
  .field:focus-within {
    outline: 2px solid var(--accent);
    outline-offset: -1px;
  }
  .field input {
    flex: 1;
    min-inline-size: 0;
    block-size: 100%;
    border: 0;
    background: none;
    color: var(--text);
    outline: none;
    appearance: none;
    /* Under 16 px, iOS zooms the page in on focus. */
    font-size: max(16px, var(--size-m));
  }
  .field input::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  .field input::-webkit-search-cancel-button {
    display: none;
  }
  .field .icon-button {
    inline-size: 36px;
    block-size: 36px;
  }
  @media (forced-colors: active) {
    .field {
      border: 1px solid CanvasText;
    }
  }
`
