//! Nothing that was accepted is lost, nothing that was recorded is done twice.

use std::{
    io::{Read, Write},
    time::Duration,
};

use crate::harness::{Receiver, Site, eventually};

fn slow(receiver: &Receiver, ms: u32) -> String {
    format!(r#"{{"tool":"slow","args":{{"line":"first","ms":{ms}}},"reply_to":"{}","reply_id":"r"}}"#, receiver.url)
}

#[test]
fn a_run_survives_kill_9_and_recorded_nodes_are_not_run_again() {
    let site = Site::new();
    let receiver = Receiver::new(Vec::new());
    let server = site.start();
    let id = server.accepted(&site.public, &slow(&receiver, 1_000));
    eventually("the second node runs", || site.log().len() == 2);
    server.kill();
    assert!(receiver.received().is_empty());
    let server = site.start();
    let reply = receiver.wait(1).remove(0);
    assert_eq!(
        reply.text(),
        format!(
            r#"{{"reply_id":"r","correlation_id":"{id}","topology":"slow","status":"completed","output":{{ "slept" : 18446744073709551617.0 }}}}"#
        )
    );
    // A crash took no attempt: the node has one, and was run a second time.
    assert_eq!(site.log(), ["first", "slow 1", "slow 2"]);
    eventually("it is delivered", || server.ended(&site.public, &id)["deliveries"][0]["state"] == "delivered");
    server.kill();
    let server = site.start();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(receiver.received().len(), 1, "a delivered reply is not sent again");
    assert_eq!(server.ended(&site.public, &id)["state"], "completed");
}

#[test]
fn a_reply_that_was_not_delivered_is_delivered_after_a_restart() {
    let site = Site::new();
    let hanging = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = hanging.local_addr().expect("an address");
    let server = site.start();
    let id = server.accepted(
        &site.public,
        &format!(r#"{{"tool":"report","args":{{"line":"a"}},"reply_to":"http://{address}/"}}"#),
    );
    // The receiver has the connection, and never answers.
    let (_stream, _) = hanging.accept().expect("a delivery is tried");
    assert_eq!(server.ended(&site.public, &id)["state"], "completed");
    server.kill();
    let server = site.start();
    let (stream, _) = hanging.accept().expect("it is tried again");
    (&stream).read_exact(&mut [0; 16]).expect("the request comes");
    (&stream).write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").expect("open");
    eventually("it is delivered", || server.ended(&site.public, &id)["deliveries"][0]["state"] == "delivered");
}

#[test]
fn a_node_that_kills_the_process_fails_its_run_and_no_other() {
    let site = Site::new();
    let receiver = Receiver::new(Vec::new());
    let mut server = site.start();
    let innocent = server.accepted(&site.public, &slow(&receiver, 2_500));
    eventually("the innocent runs", || site.log().len() == 2);
    let poison = server.accepted(&site.public, r#"{"tool":"crash","args":{"line":"x"}}"#);
    for _ in 0..3 {
        assert!(!server.wait(Duration::from_secs(20)).success());
        server = site.start();
    }
    let run = server.ended(&site.public, &poison);
    assert_eq!((&run["state"], &run["error"]["code"]), (&"failed".into(), &"node-crashed".into()));
    assert_eq!(site.log().iter().filter(|line| line.starts_with("crash")).count(), 3);
    assert_eq!(server.ended(&site.public, &innocent)["state"], "completed");
}

#[test]
fn a_second_request_to_stop_gives_back_what_runs() {
    let site = Site::new();
    let receiver = Receiver::new(Vec::new());
    let mut server = site.start();
    let id = server.accepted(&site.public, &slow(&receiver, 1_500));
    eventually("the second node runs", || site.log().len() == 2);
    server.signal("-TERM");
    std::thread::sleep(Duration::from_millis(200));
    server.signal("-TERM");
    assert!(server.wait(Duration::from_secs(5)).success());
    assert!(receiver.received().is_empty(), "the node was cut off");
    let server = site.start();
    assert_eq!(server.ended(&site.public, &id)["state"], "completed");
    assert_eq!(site.log(), ["first", "slow 1", "slow 2"]);
}

#[test]
fn a_request_to_stop_lets_runs_end() {
    let site = Site::new();
    let receiver = Receiver::new(Vec::new());
    let mut server = site.start();
    server.accepted(&site.public, &slow(&receiver, 500));
    eventually("the second node runs", || site.log().len() == 2);
    server.signal("-TERM");
    assert!(server.wait(Duration::from_secs(10)).success());
    let _server = site.start();
    receiver.wait(1);
    assert_eq!(site.log(), ["first", "slow 1"]);
}

#[test]
fn clean_restarts_under_load_count_no_crash() {
    let site = Site::new();
    let mut ids = Vec::new();
    for _ in 0..4 {
        let mut server = site.start();
        std::thread::scope(|scope| {
            let callers: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| {
                        let one = || server.accepted(&site.public, r#"{"tool":"slow","args":{"line":"x","ms":30}}"#);
                        (0..10).map(|_| one()).collect::<Vec<_>>()
                    })
                })
                .collect();
            ids.extend(callers.into_iter().flat_map(|caller| caller.join().expect("accepted")));
        });
        server.signal("-TERM");
        assert!(server.wait(Duration::from_secs(10)).success());
    }
    let server = site.start();
    for id in ids {
        assert_eq!(server.ended(&site.public, &id)["state"], "completed");
    }
}
