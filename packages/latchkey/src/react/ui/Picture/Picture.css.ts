import { css } from '../../styles/css.js'

export default css`
  .picture {
    position: relative;
    flex: none;
    display: grid;
    place-items: center;
    overflow: hidden;
    background: var(--sunken);
    color: var(--muted);
  }
  .picture::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: inherit;
    box-shadow: inset 0 0 0 1px var(--line);
  }
  .picture img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .picture[data-shape='round'] {
    border-radius: var(--radius-full);
  }
  .picture[data-size='20'] {
    inline-size: 20px;
    block-size: 20px;
    border-radius: 6px;
  }
  .picture[data-size='24'] {
    inline-size: 24px;
    block-size: 24px;
    border-radius: 8px;
  }
  .picture[data-size='40'] {
    inline-size: 40px;
    block-size: 40px;
    border-radius: 12px;
  }
  .picture[data-size='56'] {
    inline-size: 56px;
    block-size: 56px;
    border-radius: 16px;
  }
  .picture[data-size='64'] {
    inline-size: 64px;
    block-size: 64px;
    border-radius: 18px;
  }
  .picture[data-size='80'] {
    inline-size: 80px;
    block-size: 80px;
    border-radius: 22px;
  }
  .picture[data-shape='round'][data-size] {
    border-radius: var(--radius-full);
  }
`
