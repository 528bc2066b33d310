import { css } from '../../styles/css.js'

export default css`
  .pairing {
    display: flex;
    flex-direction: column;
    gap: 12px;
  }
  .pairing-hint {
    color: var(--muted);
    font-size: var(--size-s);
    text-align: center;
  }
  .pairing [role='tabpanel'] {
    display: contents;
  }
`
