package io.mintmark.web.access;

import java.util.regex.Pattern;

/**
 * Whether the host of a URL is an address, as against a name, which somebody could point elsewhere.
 *
 * <p>Only the forms count that programs send: four decimal numbers, or IPv6 in brackets (RFC 3986, section 3.2.2).
 * Browsers bring every other spelling of an IPv4 address, such as 0x7f.1 or 2130706433, into the first form before they
 * call; where such a text arrives nevertheless, nobody knows what it was looked up as.
 */
final class HostAddress {
    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern IPV4 = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");
    private static final Pattern GROUP = Pattern.compile("[0-9a-fA-F]{1,4}");
    /** The interface of a link-local address, percent-encoded or not (RFC 6874). */
    private static final Pattern ZONE = Pattern.compile("%[0-9A-Za-z._~-]+");

    private static final int GROUPS = 8;
    /** How many groups an IPv4 address at the end stands for. */
    private static final int GROUPS_OF_IPV4 = 2;

    private HostAddress() {}

    /** Returns whether {@code host}, without a port, is an address. */
    static boolean is(String host) {
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        return bracketed ? isIpv6(host.substring(1, host.length() - 1)) : isIpv4(host);
    }

    private static boolean isIpv4(String text) {
        return IPV4.matcher(text).matches();
    }

    private static boolean isIpv6(String text) {
        int zone = text.indexOf('%');
        if (zone >= 0 && !ZONE.matcher(text.substring(zone)).matches()) {
            return false;
        }
        String address = zone < 0 ? text : text.substring(0, zone);
        int gap = address.indexOf("::");
        if (gap < 0) {
            return groups(address, true) == GROUPS;
        }
        int before = gap == 0 ? 0 : groups(address.substring(0, gap), false);
        String rest = address.substring(gap + 2);
        int after = rest.isEmpty() ? 0 : groups(rest, true);
        return before >= 0 && after >= 0 && before + after < GROUPS;
    }

    /** Returns how many groups of 16 bits {@code text} has, or -1 if it has something else. */
    private static int groups(String text, boolean mayEndAsIpv4) {
        String[] parts = text.split(":", -1);
        int groups = 0;
        for (int i = 0; i < parts.length; i++) {
            if (GROUP.matcher(parts[i]).matches()) {
                groups++;
            } else if (mayEndAsIpv4 && i == parts.length - 1 && isIpv4(parts[i])) {
                groups += GROUPS_OF_IPV4;
            } else {
                return -1;
            }
        }
        return groups;
    }
}
