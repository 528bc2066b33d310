import { css } from '../../styles/css.js'

export default css`
  .spinner {
    flex: none;
    animation: spin 0.8s linear infinite;
  }
  @keyframes spin {
    to {
      transform: rotate(1turn);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .spinner {
      animation: spinner-breathe 1.2s ease-in-out infinite;
    }
    @keyframes spinner-breathe {
      50% {
        opacity: 0.3;
      }
    }
  }
`
