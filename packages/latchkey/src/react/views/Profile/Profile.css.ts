import { css } from '../../styles/css.js'

export default css`
  .profile {
    display: flex;
    flex-direction: column;
    gap: 16px;
  }
  .profile-head {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 2px;
    text-align: center;
  }
  .profile-name {
    margin-block-start: 10px;
    max-inline-size: 100%;
    font-size: var(--size-l);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .profile-note {
    margin-block-end: 10px;
    color: var(--muted);
    font-size: var(--size-s);
  }
`
