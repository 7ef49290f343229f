package io.mintmark.server.jetty;

import io.mintmark.server.admission.ConnectionCap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** Accepts connections, each of which is read within a {@link ReadSlice}. */
final class FrontConnector extends ServerConnector {
    FrontConnector(Server server, int selectors, HttpConnectionFactory http) {
        super(server, 1, selectors, http);
    }

    /** Lets {@code cap} close connections beyond the limits. Before the start. */
    void limitBy(ConnectionCap cap) {
        addBean(new SelectorManager.AcceptListener() {
            @Override
            public void onAccepting(SelectableChannel channel) {
                cap.accept((SocketChannel) channel);
            }

            @Override
            public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
                cap.forget((SocketChannel) channel);
            }

            @Override
            public void onClosed(SelectableChannel channel) {
                cap.forget((SocketChannel) channel);
            }
        });
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key) {
        SocketChannelEndPoint end = new End(channel, selector, key, getScheduler());
        end.setIdleTimeout(getIdleTimeout());
        return end;
    }

    /** The server's end of one connection. */
    private static final class End extends SocketChannelEndPoint {
        private @Nullable ReadingCallback reader;

        End(SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler) {
            super(channel, selector, key, scheduler);
        }

        /** Seems to have nothing behind a portion; the selector soon says that there is more. */
        @Override
        public int fill(ByteBuffer buffer) throws IOException {
            if (!ReadSlice.mayTakeMore()) {
                return 0;
            }
            int filled = super.fill(buffer);
            if (filled > 0) {
                ReadSlice.took(filled);
            }
            return filled;
        }

        /** Reads within a slice when bytes arrive; a connection always waits by the same callback. */
        @Override
        public void fillInterested(Callback callback) {
            ReadingCallback reading = reader;
            if (reading == null || reading.getCallback() != callback) {
                reading = new ReadingCallback(callback);
                reader = reading;
            }
            super.fillInterested(reading);
        }
    }

    private static final class ReadingCallback extends Callback.Nested {
        ReadingCallback(Callback callback) {
            super(callback);
        }

        @Override
        public void succeeded() {
            ReadSlice.during(getCallback()::succeeded);
        }
    }
}
