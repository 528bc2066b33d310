import { css } from '../../styles/css.js'

export default css`
  .divider {
    display: flex;
    align-items: center;
    gap: 12px;
    color: var(--muted);
    font-size: var(--size-s);
  }
  .divider::before,
  .divider::after {
    content: '';
    flex: 1;
    block-size: 1px;
    background: var(--line);
  }
`
