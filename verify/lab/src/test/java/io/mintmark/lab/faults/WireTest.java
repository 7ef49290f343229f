package io.mintmark.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WireTest {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int SILENCE_MILLIS = 100;

    private ServerSocket engine;
    private Wire wire;
    private Socket node;
    private Socket far;

    @BeforeEach
    void join() throws IOException {
        engine = new ServerSocket(0, 8, InetAddress.getByName("127.0.0.1"));
        wire = Wire.to(new InetSocketAddress("127.0.0.1", engine.getLocalPort()));
        node = new Socket("127.0.0.1", wire.port());
        far = engine.accept();
        node.setSoTimeout(PATIENCE_MILLIS);
        far.setSoTimeout(PATIENCE_MILLIS);
    }

    @AfterEach
    void end() throws IOException {
        wire.close();
        node.close();
        far.close();
        engine.close();
    }

    @Test
    void shouldCarryBothDirections() throws IOException {
        assertThat(sent(node, far)).isEqualTo(7);
        assertThat(sent(far, node)).isEqualTo(7);
    }

    @Test
    void shouldEndConnectionsThatAreCut() throws IOException {
        assertThat(sent(node, far)).isEqualTo(7);
        wire.state(Wire.State.CUT);
        assertThatThrownBy(() -> ended(node)).isInstanceOf(IOException.class);
    }

    @Test
    void shouldSwallowOneDirectionUntilItIsWholeAgain() throws IOException {
        wire.state(Wire.State.HOLE_OUT);
        assertThat(sent(far, node)).isEqualTo(7);
        far.setSoTimeout(SILENCE_MILLIS);
        assertThatThrownBy(() -> sent(node, far)).isInstanceOf(SocketTimeoutException.class);
        wire.state(Wire.State.WHOLE);
        far.setSoTimeout(PATIENCE_MILLIS);
        assertThat(far.getInputStream().read()).isEqualTo(7);
    }

    private static int sent(Socket from, Socket to) throws IOException {
        from.getOutputStream().write(7);
        return to.getInputStream().read();
    }

    private static void ended(Socket socket) throws IOException {
        int read = socket.getInputStream().read();
        if (read < 0) {
            throw new IOException("ended in order");
        }
    }
}
