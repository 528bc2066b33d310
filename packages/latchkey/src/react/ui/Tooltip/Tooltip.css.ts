import { css } from '../../styles/css.js'

export default css`
  .tooltip {
    position: fixed;
    z-index: 3;
    max-inline-size: 260px;
    padding: 6px 10px;
    border-radius: 10px;
    background: var(--text);
    color: var(--surface);
    font-size: var(--size-xs);
    font-weight: 500;
    pointer-events: none;
    translate: -50% calc(-100% - 8px);
    animation: tooltip-in 120ms;
  }
  .tooltip[data-variant='fill'] {
    background: var(--raised);
    color: var(--text);
    border: 1px solid var(--line);
  }
  @keyframes tooltip-in {
    from {
      opacity: 0;
    }
  }
`
