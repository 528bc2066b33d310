import { css } from '../styles/css.js'

// The boxes only draw what the one field over them holds. The field is transparent, because its text would not fit the boxes.
export default css`
  .code {
    position: relative;
    inline-size: 100%;
  }
  .code input {
    position: absolute;
    inset: 0;
    z-index: 1;
    inline-size: 100%;
    block-size: 100%;
    border: 0;
    opacity: 0;
    /* Under 16 px, iOS zooms the page in on focus. */
    font-size: max(16px, var(--size-m));
    cursor: text;
  }
  .code-boxes {
    display: grid;
    grid-template-columns: repeat(6, 1fr);
    gap: 8px;
    direction: ltr;
  }
  .code-box {
    display: grid;
    place-items: center;
    block-size: 56px;
    border-radius: var(--radius-control);
    background: var(--sunken);
    font-size: var(--size-l);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .code input:focus + .code-boxes .code-box[data-current='true'] {
    outline: 2px solid var(--accent);
    outline-offset: -1px;
  }
  .code input:focus + .code-boxes .code-box[data-current='true']:empty::before {
    content: '';
    inline-size: 1.5px;
    block-size: 22px;
    background: var(--accent);
    animation: code-caret 1s steps(2, jump-none) infinite;
  }
  .code[data-invalid='true'] .code-box {
    box-shadow: inset 0 0 0 1.5px var(--danger);
  }
  .code[data-invalid='true'] .code-boxes {
    animation: code-shake 320ms;
  }
  .code[data-busy='true'] .code-box {
    color: var(--muted);
  }
  @keyframes code-caret {
    from {
      opacity: 1;
    }
    to {
      opacity: 0;
    }
  }
  @keyframes code-shake {
    25% {
      transform: translateX(-4px);
    }
    50% {
      transform: translateX(3px);
    }
    75% {
      transform: translateX(-2px);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .code-box::before,
    .code[data-invalid='true'] .code-boxes {
      animation: none;
    }
  }
  @media (forced-colors: active) {
    .code-box {
      border: 1px solid CanvasText;
    }
  }
`
