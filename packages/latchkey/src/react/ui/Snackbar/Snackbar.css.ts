import { css } from '../../styles/css.js'

// A message is in the page flow, so that it covers no buttons. A short message takes the title's place between the
// header's buttons, so that nothing moves.
export default css`
  .snackbar-area {
    position: relative;
    z-index: 2;
    flex: none;
    display: flex;
    justify-content: center;
    padding-inline: 16px;
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
    animation: snackbar-in 150ms;
  }
  .snackbar[data-lines='one'] {
    position: absolute;
    inset-block-end: 28px;
    translate: 0 50%;
    max-inline-size: calc(100% - 112px);
    padding-block: 4px;
    line-height: 1.3;
    overflow-wrap: anywhere;
  }
  .header:has(+ .snackbar-area > [data-lines='one']) .header-title {
    opacity: 0;
  }
  .snackbar[data-lines='many'] {
    margin-block-end: 8px;
    border-radius: var(--radius-control);
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
