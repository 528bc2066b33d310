// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Stores each name's owner and resolver (ENSIP-1).
contract Registry {
    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    event Transfer(bytes32 indexed node, address owner);
    event NewResolver(bytes32 indexed node, address resolver);
    event NewTTL(bytes32 indexed node, uint64 ttl);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    struct Record {
        address owner;
        address resolver;
        uint64 ttl;
    }

    mapping(bytes32 node => Record) private _records;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    constructor() {
        _records[bytes32(0)].owner = msg.sender;
    }

    modifier authorised(bytes32 node) {
        address holder = _records[node].owner;
        require(holder == msg.sender || isApprovedForAll[holder][msg.sender], "Registry: not the owner");
        _;
    }

    function owner(bytes32 node) external view returns (address) {
        return _records[node].owner;
    }

    function resolver(bytes32 node) external view returns (address) {
        return _records[node].resolver;
    }

    function ttl(bytes32 node) external view returns (uint64) {
        return _records[node].ttl;
    }

    function recordExists(bytes32 node) external view returns (bool) {
        return _records[node].owner != address(0);
    }

    function setOwner(bytes32 node, address to) external authorised(node) {
        _records[node].owner = to;
        emit Transfer(node, to);
    }

    function setSubnodeOwner(bytes32 node, bytes32 label, address to) public authorised(node) returns (bytes32 child) {
        child = keccak256(abi.encodePacked(node, label));
        _records[child].owner = to;
        emit NewOwner(node, label, to);
    }

    function setSubnodeRecord(bytes32 node, bytes32 label, address to, address resolver_, uint64 ttl_) external {
        bytes32 child = setSubnodeOwner(node, label, to);
        _setResolver(child, resolver_);
        _setTTL(child, ttl_);
    }

    function setResolver(bytes32 node, address resolver_) external authorised(node) {
        _setResolver(node, resolver_);
    }

    function setTTL(bytes32 node, uint64 ttl_) external authorised(node) {
        _setTTL(node, ttl_);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function _setResolver(bytes32 node, address resolver_) private {
        _records[node].resolver = resolver_;
        emit NewResolver(node, resolver_);
    }

    function _setTTL(bytes32 node, uint64 ttl_) private {
        _records[node].ttl = ttl_;
        emit NewTTL(node, ttl_);
    }
}
