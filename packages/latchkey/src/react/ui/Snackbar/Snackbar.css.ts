import { css } from '../../styles/css.js'

export default css`
  .snackbar-area {
    position: absolute;
    inset-inline: 12px;
    inset-block-start: 60px;
    z-index: 2;
    display: flex;
    justify-content: center;
    pointer-events: none;
  }
  .snackbar {
    display: flex;
    align-items: center;
    gap: 8px;
    max-inline-size: 100%;
    min-block-size: 40px;
    padding: 8px 14px;
    border-radius: var(--radius-full);
    background: var(--surface);
    box-shadow: var(--shadow);
    border: 1px solid var(--line);
    font-size: var(--size-s);
    font-weight: 500;
    pointer-events: auto;
    animation: snackbar-in 150ms;
  }
  .snackbar[data-lines='many'] {
    border-radius: var(--radius);
  }
  .snackbar-sign {
    display: grid;
    flex: none;
  }
  .snackbar[data-variant='success'] .snackbar-sign {
    color: var(--success);
  }
  .snackbar[data-variant='error'] .snackbar-sign {
    color: var(--danger);
  }
  .snackbar .icon-button {
    flex: none;
    inline-size: 28px;
    block-size: 28px;
    margin-inline-end: -6px;
  }
  @keyframes snackbar-in {
    from {
      opacity: 0;
      transform: translateY(-6px) scale(0.97);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .snackbar {
      animation: none;
    }
  }
`
