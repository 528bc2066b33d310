export { getEthersProvider, getEthersReader, getEthersSigner } from '../bridges/ethers/ethers.js'
