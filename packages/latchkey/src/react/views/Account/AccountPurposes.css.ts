import { css } from '../../styles/css.js'

export default css`
  .account-purposes {
    display: flex;
    flex-direction: column;
    gap: 16px;
  }
`
