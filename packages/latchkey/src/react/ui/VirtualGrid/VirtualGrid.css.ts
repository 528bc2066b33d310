import { css } from '../../styles/css.js'

export default css`
  .grid-scroll {
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    block-size: 400px;
    max-block-size: 52dvh;
    margin-inline: -16px;
    padding-inline: 12px;
  }
  .grid {
    position: relative;
    contain: layout;
  }
  .grid-row {
    position: absolute;
    inset-inline: 0;
    display: grid;
    gap: 4px;
  }
`
