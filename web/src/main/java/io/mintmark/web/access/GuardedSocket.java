package io.mintmark.web.access;

import io.mintmark.web.http.ApiException;
import io.mintmark.web.http.Socket;
import io.mintmark.web.http.SocketReceiver;
import org.jspecify.annotations.Nullable;

/** A WebSocket whose client is judged again before each message of either side, the first one included. */
record GuardedSocket(LastingAccess access, Socket socket, SocketReceiver receiver) implements SocketReceiver {
    @Override
    public void received(byte[] message) {
        access.require();
        receiver.received(message);
    }

    @Override
    public byte @Nullable [] next() {
        try {
            access.require();
        } catch (ApiException refused) {
            socket.close(Socket.RULE_BROKEN, String.valueOf(refused.getMessage()));
            return null;
        }
        return receiver.next();
    }

    @Override
    public void closed() {
        receiver.closed();
    }
}
