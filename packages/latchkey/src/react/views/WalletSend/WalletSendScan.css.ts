import { css } from '../../styles/css.js'

export default css`
  .send-camera {
    inline-size: 100%;
    aspect-ratio: 1;
    border-radius: var(--radius);
    background: var(--sunken);
    object-fit: cover;
  }
`
