// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {Registry} from "./Registry.sol";
import {Resolver} from "./Resolver.sol";

/// Resolves names, and addresses to names, in one call, with the interface that clients use. Supports no wildcards and
/// no gateways, because all names here are stored on the chain.
contract UniversalResolver {
    error DNSDecodingFailed(bytes dns);
    error EmptyAddress();
    error ResolverError(bytes errorData);
    error ResolverNotContract(bytes name, address resolver);
    error ResolverNotFound(bytes name);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error UnsupportedResolverProfile(bytes4 selector);

    Registry private immutable _registry;

    constructor(Registry registry) {
        _registry = registry;
    }

    /// `name` is in DNS format: each label after its length.
    function findResolver(bytes calldata name) external view returns (address resolver, bytes32 node, uint256 offset) {
        return _find(name, 0);
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory, address) {
        return _resolve(name, data);
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        return _resolve(name, data);
    }

    function reverse(bytes calldata account, uint256 coinType) external view returns (string memory, address, address) {
        return _reverse(account, coinType);
    }

    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory, address, address)
    {
        return _reverse(account, coinType);
    }

    function _resolve(bytes memory name, bytes memory data) private view returns (bytes memory, address) {
        (address resolver,, uint256 offset) = _find(name, 0);
        if (resolver == address(0) || offset != 0) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        (bool success, bytes memory result) = resolver.staticcall(data);
        if (!success && result.length == 0) revert UnsupportedResolverProfile(bytes4(data));
        if (!success) revert ResolverError(result);
        return (result, resolver);
    }

    function _reverse(bytes memory account, uint256 coinType)
        private
        view
        returns (string memory name, address resolver, address reverseResolver)
    {
        if (account.length == 0) revert EmptyAddress();
        bytes memory own = _encode(string.concat(_digits(account), ".addr.reverse"));
        bytes memory result;
        (result, reverseResolver) = _resolve(own, abi.encodeCall(Resolver.name, (_hash(own, 0))));
        name = abi.decode(result, (string));
        if (bytes(name).length == 0) return ("", address(0), reverseResolver);
        bytes memory other = _encode(name);
        // Not `encodeCall`: `addr` is overloaded.
        (result, resolver) =
            _resolve(other, abi.encodeWithSignature("addr(bytes32,uint256)", _hash(other, 0), coinType));
        bytes memory primary = abi.decode(result, (bytes));
        // An account may claim any name; only the name's own record makes it true.
        if (keccak256(primary) != keccak256(account)) revert ReverseAddressMismatch(name, primary);
    }

    /// Returns the resolver of a name, or of its nearest parent that has one, and the offset `at` where that begins.
    function _find(bytes memory name, uint256 offset)
        private
        view
        returns (address resolver, bytes32 node, uint256 at)
    {
        uint256 next = _next(name, offset);
        if (next == offset) return (address(0), bytes32(0), offset);
        bytes32 parent;
        (resolver, parent, at) = _find(name, next);
        node = keccak256(abi.encodePacked(parent, _label(name, offset)));
        address own = _registry.resolver(node);
        if (own != address(0)) return (own, node, offset);
    }

    function _hash(bytes memory name, uint256 offset) private pure returns (bytes32) {
        uint256 next = _next(name, offset);
        if (next == offset) return bytes32(0);
        return keccak256(abi.encodePacked(_hash(name, next), _label(name, offset)));
    }

    /// Returns the offset of the next label; for the root, its own offset.
    function _next(bytes memory name, uint256 offset) private pure returns (uint256) {
        if (offset >= name.length) revert DNSDecodingFailed(name);
        uint256 length = uint8(name[offset]);
        if (length == 0) return offset;
        if (offset + 1 + length >= name.length) revert DNSDecodingFailed(name);
        return offset + 1 + length;
    }

    function _label(bytes memory name, uint256 offset) private pure returns (bytes32 labelHash) {
        uint256 length = uint8(name[offset]);
        assembly {
            labelHash := keccak256(add(add(name, 33), offset), length)
        }
    }

    /// Converts a name to DNS format: replaces each dot with the length of the label after it.
    function _encode(string memory name) private pure returns (bytes memory dns) {
        bytes memory text = bytes(name);
        dns = new bytes(text.length + 2);
        uint256 start = 0;
        for (uint256 i = 0; i <= text.length; i++) {
            if (i < text.length && text[i] != ".") {
                dns[i + 1] = text[i];
                continue;
            }
            dns[start] = bytes1(uint8(i - start));
            start = i + 1;
        }
    }

    function _digits(bytes memory data) private pure returns (string memory) {
        bytes memory alphabet = "0123456789abcdef";
        bytes memory digits = new bytes(data.length * 2);
        for (uint256 i = 0; i < data.length; i++) {
            digits[i * 2] = alphabet[uint8(data[i]) >> 4];
            digits[i * 2 + 1] = alphabet[uint8(data[i]) & 15];
        }
        return string(digits);
    }
}
