import { css } from '../../styles/css.js'

export default css`
  .send-name {
    align-self: start;
    font-size: var(--size-s);
  }
  .send-found {
    color: var(--muted);
    font-size: var(--size-xs);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .send-label {
    overflow: hidden;
    color: var(--text);
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .send-known {
    display: grid;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .send-known button {
    display: flex;
    align-items: center;
    gap: 10px;
    inline-size: 100%;
    min-block-size: 44px;
    color: var(--muted);
    font-size: var(--size-s);
    font-variant-numeric: tabular-nums;
    text-align: start;
  }
  .send-known button:hover {
    color: var(--text);
  }
  .send-known-address {
    margin-inline-start: auto;
  }
`
