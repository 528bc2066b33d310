import { css } from '../../styles/css.js'

export default css`
  .nft {
    display: flex;
    flex-direction: column;
    gap: 12px;
  }
  .nft-name {
    font-size: var(--size-l);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .nft-text {
    color: var(--muted);
    font-size: var(--size-s);
    overflow-wrap: anywhere;
  }
  .nft-facts {
    display: grid;
    gap: 8px;
    margin: 0;
    font-size: var(--size-s);
  }
  .nft-facts > div {
    display: flex;
    justify-content: space-between;
    gap: 16px;
  }
  .nft-facts dt {
    flex: none;
    color: var(--muted);
  }
  .nft-facts dd {
    min-inline-size: 0;
    margin: 0;
    text-align: end;
    overflow-wrap: anywhere;
  }
`
