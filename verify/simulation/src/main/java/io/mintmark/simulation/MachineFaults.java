package io.mintmark.simulation;

import io.mintmark.simulation.node.JournalDisk;
import io.mintmark.simulation.node.Node;
import io.mintmark.simulation.node.World;
import io.mintmark.simulation.plan.Swarm.Incident;
import java.util.List;

/** What happens to machines of nodes over a shared engine: they lose their power, and their disks lie. */
final class MachineFaults {
    private final World world;
    private final List<Node> nodes;

    MachineFaults(World world, List<Node> nodes) {
        this.world = world;
        this.nodes = nodes;
    }

    /** Mostly one that has something to lose, and often while it writes that down. */
    void crash(Incident incident, Node any) {
        Node node = incident.dice().chance(0.6)
                ? nodes.stream().filter(Node::isKeeping).findFirst().orElse(any)
                : any;
        JournalDisk disk = node.disk();
        if (incident.dice().chance(0.2)) {
            node.stop();
        } else if (disk != null && incident.dice().chance(0.6)) {
            disk.duringNextSync(node::powerOff, incident.dice().chance(0.7));
        } else {
            node.powerOff();
        }
    }

    /** A disk says for a while that it synced, and then its machine loses its power. */
    void lieOnce(Incident incident) {
        int place = incident.dice().below(nodes.size());
        Node node = nodes.get(place);
        JournalDisk disk = node.disk();
        if (disk != null) {
            world.story().tell("   the disk of node @ syncs nothing", place);
            disk.lie(true);
            world.agenda().in(incident.lasts(), node::powerOff);
        }
    }
}
