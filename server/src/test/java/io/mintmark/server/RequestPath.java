package io.mintmark.server;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.Location;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import io.mintmark.server.numbers.HiLoEndpoints;
import io.mintmark.support.Eventually;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Watches one plain {@code GET …/hilo/next} in a JVM of its own, method by method, as a debugger does. */
final class RequestPath {
    private static final String OURS = "io.mintmark.";
    private static final long SILENCE_MILLIS_MAX = 60_000;

    private final Set<String> before = new TreeSet<>();
    private final Set<String> all = new TreeSet<>();
    private final VirtualMachine machine;
    private boolean isInside;

    /**
     * The types of ours whose methods run, nested ones too; a lambda counts as the type in which it is written.
     *
     * @param beforeTheEndpoint between a request's first byte, on a connection that is open, and its endpoint
     * @param all from that byte to the end of the request's exchange, on whatever thread
     */
    record Met(Set<String> beforeTheEndpoint, Set<String> all) {}

    private RequestPath(VirtualMachine machine) {
        this.machine = machine;
    }

    /** Returns what such a request meets. */
    static Met ofHiLoNext(Path directory) throws Exception {
        VirtualMachine machine = launch(directory);
        try {
            return new RequestPath(machine).watch();
        } finally {
            machine.process().destroyForcibly();
        }
    }

    private static VirtualMachine launch(Path directory) throws Exception {
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        set(
                arguments,
                "options",
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp \"" + System.getProperty("java.class.path") + "\"");
        set(arguments, "main", OneHiLoNext.class.getName() + " \"" + directory + "\"");
        return connector.launch(arguments);
    }

    private static void set(Map<String, Connector.Argument> arguments, String name, String value) {
        Objects.requireNonNull(arguments.get(name)).setValue(value);
    }

    private Met watch() throws InterruptedException {
        ClassPrepareRequest loaded = machine.eventRequestManager().createClassPrepareRequest();
        loaded.addClassFilter(OneHiLoNext.class.getName());
        loaded.enable();
        while (true) {
            EventSet events = machine.eventQueue().remove(SILENCE_MILLIS_MAX);
            if (events == null) {
                throw new IllegalStateException("no request came to its end; met so far: " + all);
            }
            for (Event event : events) {
                if (event instanceof ClassPrepareEvent prepared) {
                    breakAtTheMarks(prepared.referenceType());
                } else if (event instanceof BreakpointEvent mark) {
                    if (mark.location().method().name().equals("theRequestIsOver")) {
                        return new Met(before, all);
                    }
                    watchMethods();
                } else if (event instanceof MethodEntryEvent entry) {
                    meet(entry);
                }
            }
            events.resume();
        }
    }

    /** Up to the first one everything runs at its usual speed. */
    private void breakAtTheMarks(ReferenceType program) {
        for (String name : Set.of("theNextRequestIsWatched", "theRequestIsOver")) {
            Location mark = program.methodsByName(name).get(0).location();
            machine.eventRequestManager().createBreakpointRequest(mark).enable();
        }
    }

    private void watchMethods() {
        MethodEntryRequest entries = machine.eventRequestManager().createMethodEntryRequest();
        entries.addClassFilter(OURS + "*");
        entries.addClassExclusionFilter(OneHiLoNext.class.getName());
        entries.addClassExclusionFilter(Eventually.class.getName());
        entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
        entries.enable();
    }

    private void meet(MethodEntryEvent entry) {
        String thread = entry.thread().name();
        if (isBesideRequests(thread)) {
            return;
        }
        String type = written(entry.method().declaringType());
        // Its lambda that tells whether it would wait is asked before it.
        isInside |= entry.method().declaringType().name().equals(HiLoEndpoints.class.getName());
        // A write that was answered before may still end, and nothing writes before an endpoint was reached.
        if (isInside) {
            boolean ignored = all.add(type.substring(OURS.length()));
        } else if (!isOfWriting(thread)) {
            boolean ignored = before.add(type.substring(OURS.length()));
            boolean ignoredToo = all.add(type.substring(OURS.length()));
        }
    }

    /** The reaper looks at connections, and timers at other things, whether or not there is a request. */
    private static boolean isBesideRequests(String thread) {
        return thread.contains("Scheduler")
                || thread.equals("mintmark-access")
                || thread.equals("mintmark-idle-databases")
                || thread.startsWith("mintmark-reads");
    }

    private static boolean isOfWriting(String thread) {
        return thread.startsWith("mintmark-writer") || thread.startsWith("mintmark-replies");
    }

    /** Returns the type in which a method is written: of a lambda, the one around it. */
    private static String written(ReferenceType type) {
        String name = type.name();
        int lambda = name.indexOf("$$Lambda");
        return lambda < 0 ? name : name.substring(0, lambda);
    }
}
