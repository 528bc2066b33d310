import { css } from '../../styles/css.js'

export default css`
  .tag {
    padding: 2px 8px;
    border-radius: var(--radius-full);
    background: color-mix(in srgb, var(--text) 7%, transparent);
    color: var(--muted);
    font-size: var(--size-xs);
    font-weight: 500;
    white-space: nowrap;
  }
  .tag[data-variant='success'] {
    background: color-mix(in srgb, var(--success) 14%, transparent);
    color: color-mix(in srgb, var(--success) 80%, var(--text));
  }
  @media (forced-colors: active) {
    .tag {
      border: 1px solid CanvasText;
    }
  }
`
