import { css } from '../../styles/css.js'

export default css`
  .social-picture {
    display: grid;
    place-items: center;
    inline-size: 80px;
    block-size: 80px;
    border-radius: 22px;
    background: var(--raised);
  }
`
