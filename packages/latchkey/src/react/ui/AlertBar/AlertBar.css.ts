import { css } from '../../styles/css.js'

export default css`
  .alert-bar {
    display: flex;
    align-items: center;
    gap: 8px;
    margin: 0 12px 8px;
    padding: 8px 4px 8px 12px;
    padding-inline: 12px 4px;
    border-radius: var(--radius-control);
    background: color-mix(in srgb, var(--danger) 12%, var(--surface));
    color: var(--text);
    font-size: var(--size-s);
  }
  .alert-bar > :first-child {
    flex: none;
    color: var(--danger);
  }
  .alert-bar p {
    flex: 1;
  }
`
