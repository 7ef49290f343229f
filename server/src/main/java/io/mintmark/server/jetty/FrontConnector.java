package io.mintmark.server.jetty;

import io.mintmark.server.admission.ConnectionCap;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Accepts connections, each of which is read within a {@link ReadSlice}. */
final class FrontConnector extends ServerConnector {
    /** Speaks the first of {@code protocols}, which names or finds the next. */
    FrontConnector(Server server, int selectors, ConnectionFactory... protocols) {
        super(server, 1, selectors, protocols);
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
        SocketChannelEndPoint end = new FrontEnd(channel, selector, key, getScheduler());
        end.setIdleTimeout(getIdleTimeout());
        return end;
    }
}
