import { css } from '../../styles/css.js'

export default css`
  .account {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 4px;
  }
  .account-name {
    display: flex;
    align-items: center;
    gap: 2px;
    margin-block-start: 10px;
    margin-inline-start: 42px;
  }
  .account-address {
    font-size: var(--size-l);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .account-balance {
    display: flex;
    align-items: center;
    gap: 6px;
    min-block-size: 24px;
    color: var(--muted);
    font-variant-numeric: tabular-nums;
  }
  .account-rows {
    inline-size: 100%;
    margin-block-start: 20px;
  }
  .account-rows .row-icon {
    color: var(--text);
    background: color-mix(in srgb, var(--text) 7%, transparent);
  }
`
