package io.mintmark.web.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.support.Eventually;
import io.mintmark.support.Opened;
import io.mintmark.support.limits.Limits;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.LimitsBuilder;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class CappedConnectionsTest {
    private final AdmissionCounts counts = new AdmissionCounts();

    @AutoClose
    private final Opened opened = new Opened();

    private HttpFront start(int all, int ofOneAddress) {
        Limits load = LimitsBuilder.load().connections(all, ofOneAddress).build();
        return Fronts.start(Fronts.router(), load, counts);
    }

    private Wire open(String from, HttpFront front) throws IOException {
        return opened.add(Wire.from(from, front.address()));
    }

    private static int status(Wire wire) throws IOException {
        return wire.send(Fronts.get("/ping")).answer().status();
    }

    @Test
    void shouldCloseAtOnceWhatIsTooMuchOfOneAddressAndServeOthers() throws Exception {
        try (HttpFront front = start(100, 3)) {
            Wire first = open("127.0.0.1", front);
            for (Wire wire : List.of(first, open("127.0.0.1", front), open("127.0.0.1", front))) {
                assertThat(status(wire)).isEqualTo(200);
            }

            Wire tooMany = open("127.0.0.1", front);

            assertThatThrownBy(() -> status(tooMany)).isInstanceOf(IOException.class);
            assertThat(counts.connectionsRefused()).isEqualTo(1);
            assertThat(counts.connections()).isEqualTo(3);
            assertThat(status(open("127.0.0.2", front))).isEqualTo(200);
            assertThat(status(first)).as("older ones are not disturbed").isEqualTo(200);
        }
    }

    @Test
    void shouldTakeAnotherOneAfterOneIsGone() throws Exception {
        try (HttpFront front = start(100, 2)) {
            for (int i = 0; i < 20; i++) {
                try (Wire first = Wire.to(front.address());
                        Wire second = Wire.to(front.address())) {
                    assertThat(status(first)).isEqualTo(200);
                    assertThat(status(second)).isEqualTo(200);
                }
                Eventually.until(() -> counts.connections() == 0);
            }
            assertThat(counts.connectionsRefused()).isZero();
        }
    }

    @Test
    void shouldLeaveRoomForANewAddressHoweverManyAddressesAreGreedy() throws Exception {
        try (HttpFront front = start(20, 20)) {
            for (int attempt = 0; attempt < 20; attempt++) {
                for (int address = 1; address <= 4; address++) {
                    Wire ignored = open("127.0.0." + address, front);
                }
            }
            Eventually.until(() -> counts.connections() + counts.connectionsRefused() == 80);

            assertThat(counts.connections()).isEqualTo(16);
            assertThat(status(open("127.0.0.9", front))).isEqualTo(200);
        }
    }
}
