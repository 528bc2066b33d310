import solc from 'solc'
import { type Abi, encodeDeployData, encodeFunctionData, getAddress } from 'viem'
import type { TestChain } from './startChain.js'

type Hex = `0x${string}`

const source = `
  // SPDX-License-Identifier: MIT
  pragma solidity ^0.8.30;
  contract Coin {
    string public name; string public symbol; uint256 public decimals;
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    constructor(string memory n, string memory s, uint256 d) { name = n; symbol = s; decimals = d; }
    function mint(address to, uint256 value) external { emit Transfer(address(0), to, value); }
    function burn(uint256 value) external { emit Transfer(msg.sender, address(0), value); }
    function transfer(address to, uint256 value) external returns (bool) {
      emit Transfer(msg.sender, to, value); return true;
    }
    // Also emits transfers in other accounts' names, as spam tokens do.
    function transferFrom(address from, address to, uint256 value) external returns (bool) {
      emit Transfer(from, to, value); return true;
    }
    function approve(address spender, uint256 value) external returns (bool) {
      emit Approval(msg.sender, spender, value); return true;
    }
    function transferMany(address to, uint256 count) external {
      for (uint256 i = 0; i < count; i++) emit Transfer(msg.sender, to, i + 1);
    }
    function fail() external pure { revert("no"); }
  }
  contract Picture {
    string public name; string public symbol;
    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);
    constructor(string memory n, string memory s) { name = n; symbol = s; }
    function mint(address to, uint256 id) external payable { emit Transfer(address(0), to, id); }
    function transferFrom(address from, address to, uint256 id) external { emit Transfer(from, to, id); }
    function setApprovalForAll(address operator, bool approved) external {
      emit ApprovalForAll(msg.sender, operator, approved);
    }
  }
  contract Items {
    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(
      address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values);
    function mint(address to, uint256 id, uint256 value) external {
      emit TransferSingle(msg.sender, address(0), to, id, value);
    }
    function mintMany(address to, uint256[] calldata ids, uint256[] calldata values) external {
      emit TransferBatch(msg.sender, address(0), to, ids, values);
    }
  }
  contract Ending { constructor(address payable to) payable { selfdestruct(to); } }
  contract Market {
    event UserOperationEvent(bytes32 indexed hash, address indexed sender, address indexed paymaster,
      uint256 nonce, bool success, uint256 cost, uint256 used);
    receive() external payable {}
    // Sells tokens for coin, and buys tokens with coin.
    function sell(Coin coin, uint256 value, uint256 price) external {
      coin.transferFrom(msg.sender, address(this), value);
      payable(msg.sender).transfer(price);
    }
    function buy(Coin coin, uint256 value) external payable { coin.transfer(msg.sender, value); }
    // Passes coin on to a recipient that no log names.
    function forward(address payable to) external payable { to.transfer(msg.value); }
    function forwardAndFail(address payable to) external payable { to.transfer(msg.value); revert("no"); }
    function tryForward(address payable to) external payable {
      try this.forwardAndFail{value: msg.value}(to) {} catch {}
    }
    function forwardByEnding(address payable to) external payable { new Ending{value: msg.value}(to); }
    function act(address account) external {
      emit UserOperationEvent(0, account, address(0), 0, true, 0, 0);
    }
  }`

const names = ['Coin', 'Picture', 'Items', 'Market'] as const
type Name = (typeof names)[number]
type Compiled = { readonly [name in Name]: { readonly abi: Abi; readonly bytecode: Hex } }

/** Compiles the test contracts, and deploys and calls them on a chain. */
export function createThings(chain: TestChain) {
  const compiled = compile()

  /** Sends a transaction, and resolves with its hash once it is mined, even if it reverted. */
  async function send(transaction: { readonly [name: string]: unknown }): Promise<Hex> {
    const hash = (await chain.request('eth_sendTransaction', [{ gas: '0x2dc6c0', ...transaction }])) as Hex
    while ((await chain.request('eth_getTransactionReceipt', [hash])) === null);
    return hash
  }

  return {
    send,
    async deploy(name: Name, args: readonly unknown[], from: Hex): Promise<Hex> {
      const { abi, bytecode } = compiled[name]
      const hash = await send({ from, data: encodeDeployData({ abi, bytecode, args }) })
      const receipt = (await chain.request('eth_getTransactionReceipt', [hash])) as { contractAddress: Hex }
      return getAddress(receipt.contractAddress)
    },
    /** Encodes a call. */
    data: (name: Name, functionName: string, args: readonly unknown[]) =>
      encodeFunctionData({ abi: compiled[name].abi, functionName, args }),
    call(
      from: Hex,
      to: Hex,
      [name, functionName, ...args]: readonly [Name, string, ...unknown[]],
      more = {},
    ) {
      return send({ from, to, data: this.data(name, functionName, args), ...more })
    },
  }
}

function compile(): Compiled {
  const input = {
    language: 'Solidity',
    sources: { 'a.sol': { content: source } },
    settings: { evmVersion: 'paris', outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  }
  const { contracts, errors } = JSON.parse(solc.compile(JSON.stringify(input)))
  if (contracts === undefined) throw new Error(JSON.stringify(errors))
  const entries = names.map((name) => {
    const { abi, evm } = contracts['a.sol'][name]
    return [name, { abi, bytecode: `0x${evm.bytecode.object}` }]
  })
  return Object.fromEntries(entries) as Compiled
}
