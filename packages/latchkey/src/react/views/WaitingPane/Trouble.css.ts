import { css } from '../../styles/css.js'

export default css`
  .trouble {
    display: flex;
    gap: 8px;
    padding: 10px 12px;
    border-radius: var(--radius-control);
    background: color-mix(in srgb, var(--warning) 14%, var(--surface));
    font-size: var(--size-s);
  }
  .trouble svg {
    flex: none;
    color: var(--warning);
  }
`
