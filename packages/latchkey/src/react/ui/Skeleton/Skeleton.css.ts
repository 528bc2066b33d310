import { css } from '../../styles/css.js'

export default css`
  .skeleton {
    display: block;
    border-radius: 6px;
    background: color-mix(in srgb, var(--text) 8%, transparent);
    animation: skeleton 1.4s ease-in-out infinite;
  }
  .skeleton[data-shape='row'] {
    block-size: 56px;
    border-radius: var(--radius);
  }
  .skeleton[data-shape='text'] {
    inline-size: 96px;
    block-size: 1em;
  }
  @keyframes skeleton {
    50% {
      opacity: 0.45;
    }
  }
`
