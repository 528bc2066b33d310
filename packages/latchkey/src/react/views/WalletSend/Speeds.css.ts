import { css } from '../../styles/css.js'

export default css`
  .send-speeds {
    display: flex;
    gap: 8px;
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .send-speeds button {
    flex: 1;
    min-block-size: 36px;
    padding-inline: 8px;
    border: 1px solid var(--line);
    border-radius: var(--radius-full);
    color: var(--muted);
    font-size: var(--size-s);
    font-weight: 500;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  .send-speeds button:hover {
    background: var(--raised);
    color: var(--text);
  }
  .send-speeds button[aria-pressed='true'] {
    border-color: transparent;
    background: var(--accent-soft);
    color: var(--text);
  }
  @media (pointer: coarse) {
    .send-speeds button {
      min-block-size: 44px;
    }
  }
  @media (forced-colors: active) {
    .send-speeds button[aria-pressed='true'] {
      border: 2px solid Highlight;
    }
  }
`
