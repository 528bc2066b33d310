import { css } from '../../styles/css.js'

export default css`
  .receive-address {
    font-family: ui-monospace, monospace;
    font-size: var(--size-s);
    text-align: center;
    user-select: all;
  }
  .receive-address span {
    display: inline-block;
    margin-inline: 3px;
  }
  .receive-networks {
    display: grid;
    gap: 8px;
    inline-size: 100%;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .receive-networks li {
    display: flex;
    align-items: center;
    gap: 12px;
    min-block-size: 56px;
    padding: 8px;
    border-radius: var(--radius-control);
    background: var(--raised);
    font-weight: 500;
  }
`
