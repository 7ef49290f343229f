package io.mintmark.server;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.engine.ClaimTimes;
import io.mintmark.storage.postgresql.TestEngine;
import io.mintmark.storage.postgresql.TestPostgres;
import io.mintmark.support.Eventually;
import io.mintmark.support.Folders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Servers of one test over one store in PostgreSQL, in the order in which they were started; all are closed at a time. */
final class StoreNodes implements AutoCloseable, Iterable<TestServer> {
    private final String url = TestPostgres.fresh();
    private final Path folder = Folders.make();
    private final List<TestServer> nodes = new ArrayList<>();

    /** Returns where the store is. */
    String url() {
        return url;
    }

    /** Returns settings for the node of that tag, whose directory is {@code directory(tag)}. */
    ServerSettings.Builder settings(String tag) {
        return ServerSettings.builder(directory(tag)).nodeTag(NodeTag.of(tag));
    }

    Path directory(String tag) {
        return folder.resolve(tag);
    }

    /** Starts a node that beats five times a second, and outlasts pauses of a busy machine. */
    TestServer serve(String tag) {
        return serve(tag, url);
    }

    /** The same where the store is reached at another address. */
    TestServer serve(String tag, String through) {
        return serve(settings(tag), through);
    }

    /** The same with settings of the test's own. */
    TestServer serve(ServerSettings.Builder settings, String through) {
        return added(TestServer.startNode(settings, through));
    }

    /** Starts a node whose claim lives as {@code times} say. */
    TestServer serve(String tag, ClaimTimes times) {
        return serve(tag, url, times);
    }

    /** The same where the store is reached at another address. */
    TestServer serve(String tag, String through, ClaimTimes times) {
        return serve(tag, () -> TestEngine.open(through, tag, times));
    }

    /** Starts a node over an engine of the test's own making. */
    TestServer serve(String tag, Supplier<StorageEngine> engine) {
        return added(TestServer.start(settings(tag), engine));
    }

    private TestServer added(TestServer server) {
        nodes.add(server);
        return server;
    }

    /** Closes a node, and forgets it. */
    void leave(TestServer node) {
        nodes.remove(node);
        node.close();
    }

    TestServer get(int index) {
        return nodes.get(index);
    }

    @Override
    public Iterator<TestServer> iterator() {
        return nodes.iterator();
    }

    /** Waits until that holds at each node. */
    void await(String what, Predicate<TestServer> so) {
        nodes.forEach(node -> Eventually.until(what, () -> so.test(node)));
    }

    /** Waits until each node knows of all others, and of no more. */
    void awaitPeers() {
        await(
                "all nodes know each other",
                node -> node.get("/topology?name=shop").path("Nodes").size() == nodes.size());
    }

    @Override
    public void close() {
        TestServer.closeAll(nodes);
        nodes.clear();
        Folders.delete(folder);
    }
}
