import { css } from '../../styles/css.js'

export default css`
  .send-facts {
    display: grid;
    gap: 10px;
    margin: 0;
  }
  .send-facts > div {
    display: flex;
    justify-content: space-between;
    gap: 16px;
    font-size: var(--size-s);
  }
  .send-facts dt {
    flex: none;
    color: var(--muted);
  }
  .send-facts dd {
    min-inline-size: 0;
    margin: 0;
    font-variant-numeric: tabular-nums;
    text-align: end;
    overflow-wrap: anywhere;
  }
  .send-contract summary {
    cursor: pointer;
    font-size: var(--size-s);
  }
  .send-contract > .send-facts {
    margin-block-start: 10px;
  }
  .send-careful {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    color: var(--muted);
    font-size: var(--size-xs);
  }
  .send-facts dd small {
    margin-inline-start: 6px;
    color: var(--muted);
    font-size: var(--size-xs);
  }
`
