import { css } from '../../styles/css.js'

export default css`
  .avatar {
    flex: none;
    border-radius: var(--radius-full);
    overflow: hidden;
    box-shadow: inset 0 0 0 1px var(--line);
  }
  .avatar svg,
  .avatar img {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .avatar[data-size='20'] {
    inline-size: 20px;
    block-size: 20px;
  }
  .avatar[data-size='24'] {
    inline-size: 24px;
    block-size: 24px;
  }
  .avatar[data-size='40'] {
    inline-size: 40px;
    block-size: 40px;
  }
  .avatar[data-size='72'] {
    inline-size: 72px;
    block-size: 72px;
  }
`
