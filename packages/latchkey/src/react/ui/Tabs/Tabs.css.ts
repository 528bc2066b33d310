import { css } from '../../styles/css.js'

export default css`
  .tabs {
    display: flex;
    gap: 2px;
    padding: 3px;
    border-radius: var(--radius-control);
    background: var(--sunken);
  }
  .tab {
    flex: 1;
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-block-size: 36px;
    border-radius: calc(var(--radius-control) - 3px);
    color: var(--muted);
    font-size: var(--size-s);
    font-weight: 500;
    transition:
      background-color 120ms,
      color 120ms;
  }
  .tab:hover {
    color: var(--text);
  }
  .tab[aria-selected='true'] {
    background: var(--surface);
    color: var(--text);
    box-shadow: 0 1px 3px rgb(0 0 0 / 12%);
  }
  @media (forced-colors: active) {
    .tab[aria-selected='true'] {
      border: 2px solid Highlight;
    }
  }
  @media (pointer: coarse) {
    .tab {
      min-block-size: 44px;
    }
  }
`
