import { css } from '../../styles/css.js'

export default css`
  .email-edit {
    gap: 12px;
  }
  .email-actions {
    display: flex;
    gap: 8px;
  }
`
