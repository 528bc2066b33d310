// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Registry} from "./Registry.sol";
import {Resolver} from "./Resolver.sol";

/// Gives each name below a node to the first caller that asks for it, free of charge, with the caller's address set.
contract Registrar {
    event NameRegistered(string label, address indexed owner);

    Registry private immutable _registry;
    Resolver private immutable _resolver;
    bytes32 private immutable _node;

    constructor(Registry registry, Resolver resolver, bytes32 node) {
        _registry = registry;
        _resolver = resolver;
        _node = node;
    }

    function register(string calldata label, address owner) external {
        bytes32 labelHash = keccak256(bytes(label));
        bytes32 node = keccak256(abi.encodePacked(_node, labelHash));
        require(_registry.owner(node) == address(0), "Registrar: taken");
        _registry.setSubnodeRecord(_node, labelHash, address(this), address(_resolver), 0);
        _resolver.setAddr(node, owner);
        _registry.setOwner(node, owner);
        emit NameRegistered(label, owner);
    }
}
