package io.mintmark.server.databases;

import io.mintmark.document.NodeTag;
import io.mintmark.internal.Printable;
import io.mintmark.internal.RandomSource;
import io.mintmark.storage.Topology;
import io.mintmark.web.http.Request;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/**
 * The nodes that serve this server's databases, as replies name them: each database is on all of them. Thread-safe.
 *
 * <p>Clients use the first node of a list as long as it answers, so the list begins with another node for each
 * application. It is ordered by a hash of both names ({@code rendezvous hashing}): when a node comes or goes, only its
 * own share of the applications moves. Those who do not say which application they are get any order: RavenDB's clients
 * say it once, before they know a list, and not when it changed.
 */
public final class Nodes {
    private final NodeTag own;
    private final Supplier<Topology> heard;
    private final Function<Request, String> publicUrl;
    /** The latest that was asked for. */
    private volatile Group group;

    /**
     * A node in a reply.
     *
     * @param tag its tag
     * @param url where clients reach it
     * @param leaving whether it is about to stop
     */
    public record Node(String tag, String url, boolean leaving) {}

    /**
     * What the nodes are together.
     *
     * @param cluster as they heard it
     * @param id what tells them from others
     */
    private record Group(String cluster, String id) {}

    /**
     * Knows one node by itself.
     *
     * @param own the tag of the node that answers
     * @param heard finds the nodes as they are now
     * @param publicUrl finds the URL by which a client that asked is to call this node, where it is the only one
     */
    public Nodes(NodeTag own, Supplier<Topology> heard, Function<Request, String> publicUrl) {
        this.own = own;
        this.heard = heard;
        this.publicUrl = publicUrl;
        this.group = group("");
    }

    /** Returns the tag of the node that answers. */
    public String own() {
        return own.text();
    }

    /** Returns the address of the node that answers in the form of one for binary connections, always with a port. */
    String tcpUrl(Request request) {
        String url = inOrder(request).stream()
                .filter(node -> node.tag().equals(own()))
                .findFirst()
                .map(Node::url)
                .orElseGet(() -> publicUrl.apply(request));
        String authority = url.substring(url.indexOf("://") + 3).replaceFirst("/.*", "");
        boolean hasPort = authority.lastIndexOf(':') > authority.lastIndexOf(']');
        String port = url.startsWith("https") ? ":443" : ":80";
        return "tcp://" + authority + (hasPort ? "" : port);
    }

    /** Returns what tells this group of nodes from others; the same on all of them, and after a restart. */
    String id() {
        String cluster = heard.get().cluster();
        Group known = group;
        if (!known.cluster().equals(cluster)) {
            known = group(cluster);
            group = known;
        }
        return known.id();
    }

    private Group group(String cluster) {
        // One node is its own cluster: the same tag gives the same id.
        String name = "mintmark/" + (cluster.isEmpty() ? own.text() : cluster);
        return new Group(
                cluster,
                UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.US_ASCII)).toString());
    }

    /** Returns all nodes by their tags. */
    public List<Node> inOrder(Request request) {
        List<Topology.Node> known = heard.get().nodes();
        if (known.size() < 2) {
            // Whatever address led here is good; among several nodes all must name one in the same way.
            return List.of(new Node(own.text(), publicUrl.apply(request), false));
        }
        return known.stream()
                .map(each -> new Node(each.tag().text(), each.url(), each.leaving()))
                .sorted(Comparator.comparing(Node::tag))
                .toList();
    }

    /**
     * Returns all nodes, the one first that {@code application} is to use, any if that is empty; those that are leaving
     * come last.
     */
    List<Node> inOrderFor(String application, Request request) {
        List<Node> nodes = new ArrayList<>(inOrder(request));
        String whose = application.isEmpty() ? Double.toString(RandomSource.SYSTEM.nextDouble()) : application;
        nodes.sort(Comparator.comparingLong(node -> weight(whose, node)));
        nodes.sort(Comparator.comparing(Node::leaving));
        return nodes;
    }

    private static long weight(String application, Node node) {
        CRC32C hash = new CRC32C();
        hash.update(application.getBytes(StandardCharsets.UTF_8));
        hash.update(node.tag().getBytes(StandardCharsets.US_ASCII));
        // The hash of two names that differ in their last letter differs in the same bits for all applications.
        return hash.getValue() * 0x9E3779B97F4A7C15L >>> 16;
    }

    /** Returns the tags of all nodes, by tag. */
    List<String> tags() {
        List<Topology.Node> known = heard.get().nodes();
        return known.isEmpty()
                ? List.of(own.text())
                : known.stream().map(node -> node.tag().text()).sorted().toList();
    }

    /** Returns the tags of nodes that are about to stop, by tag. */
    List<String> leaving() {
        return heard.get().nodes().stream()
                .filter(Topology.Node::leaving)
                .map(node -> node.tag().text())
                .sorted()
                .toList();
    }

    /** Returns the tag of the node that is called the leader, since clients want one; all nodes do the same work. */
    String leader() {
        if (heard.get().nodes().isEmpty()) {
            return own.text();
        }
        List<String> leaving = leaving();
        return tags().stream().filter(tag -> !leaving.contains(tag)).findFirst().orElse(own.text());
    }

    /** Returns what a refusal says of them: {@code it is one node, A}. */
    String words() {
        List<String> tags = tags();
        return tags.size() == 1
                ? "it is one node, " + tags.get(0)
                : "it is " + tags.size() + " nodes, " + Printable.brief(String.join(", ", tags));
    }
}
