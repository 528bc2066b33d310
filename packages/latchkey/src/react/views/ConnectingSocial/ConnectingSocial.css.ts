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
  .farcaster-logo {
    display: grid;
    place-items: center;
    inline-size: 60px;
    block-size: 60px;
    border-radius: 16px;
    background: #ffffff;
  }
  .qr .farcaster-logo svg {
    inline-size: 48px;
    block-size: 48px;
    animation: none;
  }
`
