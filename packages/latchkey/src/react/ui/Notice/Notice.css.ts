import { css } from '../../styles/css.js'

export default css`
  .notice {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 8px;
    padding: 24px 8px;
    text-align: center;
  }
  .notice-icon {
    display: grid;
    place-items: center;
    inline-size: 48px;
    block-size: 48px;
    margin-block-end: 4px;
    border-radius: var(--radius);
    background: var(--raised);
    color: var(--muted);
  }
  .notice[data-variant='error'] .notice-icon {
    color: var(--danger);
  }
  .notice[data-variant='warning'] .notice-icon {
    color: var(--warning);
  }
  .notice-title {
    font-size: var(--size-m);
    font-weight: 600;
  }
  .notice-text {
    color: var(--muted);
    font-size: var(--size-s);
    text-wrap: balance;
  }
  .notice-action {
    margin-block-start: 8px;
  }
`
