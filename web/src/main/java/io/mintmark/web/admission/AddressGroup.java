package io.mintmark.web.admission;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The party that an address belongs to when things are shared out: an IPv4 address itself, or the /64 of an IPv6
 * address, because one customer of a network is given a /64 and can change addresses in it at will.
 */
final class AddressGroup {
    private static final int IPV6_BYTES = 16;
    private static final int PREFIX_BYTES = 8;

    private AddressGroup() {}

    /** Returns the group of a peer; a peer without a network address counts as this machine. */
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
