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
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Watches one plain {@code GET …/hilo/next} in a JVM of its own, method by method, as a debugger does. */
final class RequestPath {
    private static final String SERVER = "io.mintmark.server.";
    private static final long SILENCE_MILLIS_MAX = 60_000;

    private final Set<String> met = new TreeSet<>();
    private final VirtualMachine machine;

    private RequestPath(VirtualMachine machine) {
        this.machine = machine;
    }

    /**
     * Returns the server's types that run between a request's first byte, on a connection that is open, and its endpoint;
     * a nested type counts as the one around it.
     */
    static Set<String> ofHiLoNext(Path directory) throws Exception {
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

    private Set<String> watch() throws InterruptedException {
        ClassPrepareRequest loaded = machine.eventRequestManager().createClassPrepareRequest();
        loaded.addClassFilter(OneHiLoNext.class.getName());
        loaded.enable();
        while (true) {
            EventSet events = machine.eventQueue().remove(SILENCE_MILLIS_MAX);
            if (events == null) {
                throw new IllegalStateException("no request reached its endpoint; met so far: " + met);
            }
            for (Event event : events) {
                if (event instanceof ClassPrepareEvent prepared) {
                    breakAtTheMark(prepared.referenceType());
                } else if (event instanceof BreakpointEvent) {
                    watchMethods();
                } else if (event instanceof MethodEntryEvent entry && isEndpoint(entry)) {
                    return met;
                }
            }
            events.resume();
        }
    }

    /** Up to there everything runs at its usual speed. */
    private void breakAtTheMark(ReferenceType program) {
        Location mark = program.methodsByName("theNextRequestIsWatched").get(0).location();
        machine.eventRequestManager().createBreakpointRequest(mark).enable();
    }

    private void watchMethods() {
        MethodEntryRequest entries = machine.eventRequestManager().createMethodEntryRequest();
        entries.addClassFilter(SERVER + "*");
        entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
        entries.enable();
    }

    private boolean isEndpoint(MethodEntryEvent entry) {
        String type = outermost(entry.method().declaringType());
        if (type.equals(HiLoEndpoints.class.getName())) {
            return entry.method().name().equals("next");
        }
        boolean ofTheRequest = !type.equals(OneHiLoNext.class.getName())
                && !isBesideRequests(entry.thread().name());
        if (ofTheRequest) {
            boolean ignored = met.add(type.substring(SERVER.length()));
        }
        return false;
    }

    /**
     * The reaper looks at connections, and a timer at the access list, whether or not there is a request. A write that was answered
     * before may still end, and nothing writes before an endpoint was reached.
     */
    private static boolean isBesideRequests(String thread) {
        return thread.contains("Scheduler")
                || thread.equals("mintmark-access")
                || thread.startsWith("mintmark-writer")
                || thread.startsWith("mintmark-replies");
    }

    private static String outermost(ReferenceType type) {
        String name = type.name();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }
}
