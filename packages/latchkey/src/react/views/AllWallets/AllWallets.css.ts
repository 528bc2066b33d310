import { css } from '../../styles/css.js'

export default css`
  .all-wallets {
    display: flex;
    flex-direction: column;
    gap: 10px;
  }
  .all-wallets-top {
    display: flex;
    gap: 8px;
  }
  .all-wallets-top > search {
    flex: 1;
  }
  .filters {
    display: flex;
    gap: 8px;
  }
  .filter {
    display: flex;
    align-items: center;
    gap: 4px;
    min-block-size: 32px;
    padding-inline: 12px;
    border-radius: var(--radius-full);
    border: 1px solid var(--line);
    color: var(--muted);
    font-size: var(--size-s);
    font-weight: 500;
  }
  .filter:hover {
    color: var(--text);
    background: var(--raised);
  }
  .filter[aria-pressed='true'] {
    border-color: transparent;
    background: var(--accent-soft);
    color: var(--text);
  }
  .tiles {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    gap: 4px;
    block-size: 400px;
    max-block-size: 52dvh;
    margin-inline: -4px;
    overflow: hidden;
  }
  @media (max-width: 332px) {
    .tiles {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
  }
  @media (pointer: coarse) {
    .filter {
      min-block-size: 44px;
    }
  }
  @media (forced-colors: active) {
    .filter[aria-pressed='true'] {
      border: 2px solid Highlight;
    }
  }
`
