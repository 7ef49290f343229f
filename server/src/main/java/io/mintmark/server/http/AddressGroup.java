package io.mintmark.server.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Whom an address stands for when things are shared out: an IPv4 address for itself, an IPv6 address for its /64, because
 * that is what one customer of a network is given and can change at will.
 */
final class AddressGroup {
    private static final int IPV6_BYTES = 16;
    private static final int PREFIX_BYTES = 8;

    private AddressGroup() {}

    /** Returns the group of a peer; what has no network address counts as this machine. */
    static InetAddress of(@Nullable SocketAddress peer) {
        return peer instanceof InetSocketAddress internet && internet.getAddress() != null
                ? of(internet.getAddress())
                : InetAddress.getLoopbackAddress();
    }

    private static InetAddress of(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length != IPV6_BYTES || address.isLoopbackAddress()) {
            return address;
        }
        Arrays.fill(bytes, PREFIX_BYTES, IPV6_BYTES, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("16 bytes must be an address", e);
        }
    }
}
