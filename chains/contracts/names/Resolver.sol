// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Registry} from "./Registry.sol";

/// Stores a name's records: addresses (ENSIP-1, ENSIP-9), texts (ENSIP-5) and, for reverse nodes, a name (ENSIP-3).
contract Resolver {
    event AddrChanged(bytes32 indexed node, address a);
    event AddressChanged(bytes32 indexed node, uint256 coinType, bytes newAddress);
    event NameChanged(bytes32 indexed node, string name);
    event TextChanged(bytes32 indexed node, string indexed indexedKey, string key, string value);

    uint256 private constant _ether = 60;
    Registry private immutable _registry;
    mapping(bytes32 node => mapping(uint256 coinType => bytes)) private _addresses;
    mapping(bytes32 node => mapping(string key => string)) private _texts;
    mapping(bytes32 node => string) private _names;

    constructor(Registry registry) {
        _registry = registry;
    }

    modifier authorised(bytes32 node) {
        address owner = _registry.owner(node);
        require(owner == msg.sender || _registry.isApprovedForAll(owner, msg.sender), "Resolver: not the owner");
        _;
    }

    function addr(bytes32 node) external view returns (address payable) {
        return payable(address(bytes20(_addresses[node][_ether])));
    }

    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        return _addresses[node][coinType];
    }

    function text(bytes32 node, string calldata key) external view returns (string memory) {
        return _texts[node][key];
    }

    function name(bytes32 node) external view returns (string memory) {
        return _names[node];
    }

    function setAddr(bytes32 node, address account) external authorised(node) {
        _addresses[node][_ether] = abi.encodePacked(account);
        emit AddressChanged(node, _ether, abi.encodePacked(account));
        emit AddrChanged(node, account);
    }

    function setAddr(bytes32 node, uint256 coinType, bytes calldata account) external authorised(node) {
        _addresses[node][coinType] = account;
        emit AddressChanged(node, coinType, account);
    }

    function setText(bytes32 node, string calldata key, string calldata value) external authorised(node) {
        _texts[node][key] = value;
        emit TextChanged(node, key, key, value);
    }

    function setName(bytes32 node, string calldata value) external authorised(node) {
        _names[node] = value;
        emit NameChanged(node, value);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, addr, addr of a coin type, name, text.
        return id == 0x01ffc9a7 || id == 0x3b3b57de || id == 0xf1cb7e06 || id == 0x691f3431 || id == 0x59d1d43c;
    }
}
