package io.mintmark.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostAddressTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "192.168.1.20",
                "0.0.0.0",
                "255.255.255.255",
                "[::1]",
                "[::]",
                "[fe80::1]",
                "[2001:db8:0:0:0:0:0:1]",
                "[2001:DB8::1:2]",
                "[1:2:3:4:5:6:7::]",
                "[::ffff:127.0.0.1]",
                "[64:ff9b::192.0.2.1]",
                "[fe80::1%eth0]",
                "[fe80::1%25eth0]",
            })
    void shouldTakeAddressesAsTheyAreWritten(String host) {
        assertThat(HostAddress.is(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a1",
                "evil.example.x1",
                "evil1",
                "rebind.127.0.0.1.nip.io1",
                "x.127.0.0.1",
                "127.0.0.1.example1",
                "localhost",
                "localhost1"
            })
    void shouldTakeNoNameForAnAddressAlthoughItEndsWithADigit(String host) {
        assertThat(HostAddress.is(host)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2130706433",
                "0x7f000001",
                "0x7f.0.0.1",
                "0177.0.0.1",
                "127.1",
                "127.0.1",
                "127.0.0.01",
                "127.0.0.1.",
                "127.0.0.256",
                "127.0.0.1.1",
                "127.0.0.+1",
                "127.0.0.-1",
                "%31%32%37.0.0.1",
                "\u0661\u0662\u0667.0.0.1",
                "127\u30020\u30020\u30021",
                " 127.0.0.1"
            })
    void shouldTakeNoOtherSpellingOfAnIpv4Address(String host) {
        assertThat(HostAddress.is(host)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "[",
                "]",
                "[::1",
                "::1",
                "[::1]x",
                "[evil.example]",
                "[evil1]",
                "[127.0.0.1]",
                "[1:2:3:4:5:6:7:8:9]",
                "[1:2:3:4:5:6:7]",
                "[1::2::3]",
                "[:::1]",
                "[1:2:3:4:5:6:7:8::]",
                "[12345::1]",
                "[::g]",
                "[::127.0.0.1:1]",
                "[127.0.0.1::1]",
                "[v1.x]",
                "[fe80::1%]",
                "[fe80::1%eth0 ]",
                "[fe80::1%a/b]",
                "[:1]",
                "[1:]"
            })
    void shouldTakeNothingElseInBrackets(String host) {
        assertThat(HostAddress.is(host)).isFalse();
    }
}
